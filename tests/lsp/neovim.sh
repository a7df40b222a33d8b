#!/bin/sh
# In a real editor: neovim, without a screen, with the settings that docs/editors.md shows. The
# diagnostics are there, and after an edit that is not saved they are gone.
command -v nvim >/dev/null || {
    echo "skipped: neovim is not installed"
    exit 77
}
root=$PWD
. tests/cli/check.inc
mkdir bin && ln -s "$tool" bin/cudasynclint
export HOME="$scratch" XDG_CONFIG_HOME="$scratch" XDG_DATA_HOME="$scratch" PATH="$scratch/bin:$PATH"
sed -n '/^```lua/,/^```$/p' "$root/docs/editors.md" | sed '1d;$d' >init.lua
[ -s init.lua ] || fail "no settings for neovim in docs/editors.md"

cat >test.lua <<'END'
local function diagnostics()
  local list = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    table.insert(list, string.format('%d:%d %s', d.lnum + 1, d.col + 1, d.code or d.message))
  end
  return list
end
local function wait(what, n)
  local done = vim.wait(60000, function() return #vim.diagnostic.get(0) == n end, 50)
  io.stdout:write(what, ': ', done and table.concat(diagnostics(), ', ') or 'not in time', '\n')
end
wait('opened', 1)
vim.api.nvim_buf_set_lines(0, 1, 2, false, {})
wait('without the condition', 0)
vim.cmd('undo')
wait('undone', 1)
vim.cmd('qall!')
END
timeout 300 nvim --headless -u init.lua bad.cu -c 'luafile test.lua' >out 2>err </dev/null ||
    fail "nvim: $(cat err)"
cat >wanted <<'END'
opened: 3:9 barrier-divergence
without the condition: 
undone: 3:9 barrier-divergence
END
cmp -s wanted out || fail "in the editor: $(cat out err)"
finish
