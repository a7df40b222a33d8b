"""Checks the CUDA sources of C++ and CUDA rules with cudasynclint (not tested).

In .bazelrc:

    build:cudasynclint --aspects=//cudasynclint:cudasynclint.bzl%cudasynclint_aspect
    build:cudasynclint --output_groups=cudasynclint

and `bazel build --config=cudasynclint //...`. The tool is the label @cudasynclint//:bundle, the files
of a released bundle (http_archive with its sha256), of which one is bin/cudasynclint.
"""

def _sources(ctx):
    found = []
    for name in ["srcs", "hdrs"]:
        for target in getattr(ctx.rule.attr, name, []):
            found += [f for f in target.files.to_list() if f.extension in ["cu", "cuh"]]
    return found

def _flags(compilation):
    flags = ["-I" + path for path in compilation.includes.to_list()]
    flags += ["-iquote" + path for path in compilation.quote_includes.to_list()]
    flags += ["-isystem" + path for path in compilation.system_includes.to_list()]
    return flags + ["-D" + define for define in compilation.defines.to_list()]

def _cudasynclint_impl(target, ctx):
    if CcInfo not in target:
        return []
    compilation = target[CcInfo].compilation_context
    tool = [f for f in ctx.files._bundle if f.path.endswith("/bin/cudasynclint")][0]
    stamps = []
    for source in _sources(ctx):
        stamp = ctx.actions.declare_file("%s.%s.stamp" % (ctx.label.name, source.basename))
        stamps.append(stamp)
        ctx.actions.run(
            executable = tool,
            arguments = ["--quiet", "--no-cache", "--stamp=" + stamp.path, source.path, "--"] +
                        _flags(compilation),
            inputs = depset([source] + ctx.files._bundle, transitive = [compilation.headers]),
            outputs = [stamp],
            mnemonic = "CudaSyncLint",
            progress_message = "Checking the synchronisation of %s" % source.short_path,
        )
    return [OutputGroupInfo(cudasynclint = depset(stamps))]

cudasynclint_aspect = aspect(
    implementation = _cudasynclint_impl,
    attr_aspects = ["deps"],
    attrs = {"_bundle": attr.label(default = "@cudasynclint//:bundle", allow_files = True)},
)
