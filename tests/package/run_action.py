"""run_action.py ACTION [INPUT=VALUE...]: runs the steps of ACTION/action.yml in the current directory
as a GitHub runner does, and exits as the first step that fails. Understands what that file uses."""
import os
import re
import subprocess
import sys


def steps_of(path):
    """The inputs' defaults, and the steps: their command and environment."""
    defaults, steps, name, where = {}, [], None, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            if re.match(r"\w", line):
                where = line.split(":")[0]
            value = line.split(":", 1)[-1].strip().strip("'")
            if where == "inputs" and re.match(r"  \w", line):
                name = line.strip().rstrip(":")
            elif where == "inputs" and line.strip().startswith("default:"):
                defaults[name] = value
            elif where == "runs" and line.strip().startswith("- name:"):
                steps.append({"env": {}})
            elif where == "runs" and line.strip().startswith("shell:"):
                assert value == "bash"
            elif where == "runs" and line.strip().startswith("run:"):
                steps[-1]["run"] = value
            elif where == "runs" and "${{" in line:
                steps[-1]["env"][line.split(":")[0].strip()] = value
    return defaults, steps


def main():
    inputs, steps = steps_of(os.path.join(sys.argv[1], "action.yml"))
    assert len(steps) >= 2 and all("run" in step for step in steps)
    for argument in sys.argv[2:]:
        name, value = argument.split("=", 1)
        assert name in inputs, name
        inputs[name] = value
    for step in steps:
        env = dict(os.environ, GITHUB_ACTION_PATH=sys.argv[1])
        for name, value in step["env"].items():
            env[name] = re.sub(r"\$\{\{ *inputs\.(\w+) *\}\}", lambda m: inputs[m[1]], value)
        done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", step["run"]], env=env)
        if done.returncode:
            sys.exit(done.returncode)


main()
