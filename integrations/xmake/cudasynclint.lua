-- For xmake.lua (not tested): includes("cudasynclint.lua"), then in a target
--
--   add_rules("cudasynclint")
--
-- Every .cu file of the target is checked before it is compiled, when it or what it includes has changed.
rule("cudasynclint")
    set_extensions(".cu")
    on_load(function (target)
        target:data_set("cudasynclint.tool", "cudasynclint")
    end)
    before_build_file(function (target, source, opt)
        import("core.project.depend")
        import("utils.progress")
        local stamp = path.join(target:autogendir(), "cudasynclint", source .. ".stamp")
        local depfile = stamp .. ".d"
        local files = {source}
        if os.isfile(depfile) then
            for file in io.readfile(depfile):gsub("^.-:", ""):gsub("\\\n", " "):gmatch("%S+") do
                table.insert(files, file)
            end
        end
        depend.on_changed(function ()
            progress.show(opt.progress, "checking the synchronisation of %s", source)
            os.mkdir(path.directory(stamp))
            local arguments = {"--quiet", "--stamp=" .. stamp, "--depfile=" .. depfile, source, "--"}
            for _, dir in ipairs(target:get("includedirs") or {}) do
                table.insert(arguments, "-I" .. dir)
            end
            for _, define in ipairs(target:get("defines") or {}) do
                table.insert(arguments, "-D" .. define)
            end
            os.vrunv(target:data("cudasynclint.tool"), arguments)
        end, {files = files, dependfile = stamp .. ".depend"})
    end)
rule_end()
