"""What command-line programs do: tables, no code.

A program or subcommand is `READ` (prints, tests, builds: running it again bothers nobody), `SAME` (local files end up
as after the first time), `EDIT` (local files change once more), `STATE` (sets something outside that may be set again),
`WRITE` (each time has an effect outside) or `OPEN` (runs what nobody knows).

Commands that carry the current local files to a shared system (`git push`, `kubectl apply`, `terraform apply`, `helm
upgrade`) are writes: what a second run carries is whatever the files say by then, and it sets off builds and rollouts.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from doublefire.model import Effect, ToolKind
from doublefire.semantics.values.wordlist import word_set


class Does(NamedTuple):
    """What running a program does, and whether only to local files."""

    effect: Effect
    kind: ToolKind


READ: Final = Does(Effect.READ, ToolKind.SHELL)
SAME: Final = Does(Effect.IDEMPOTENT, ToolKind.EDIT)
EDIT: Final = Does(Effect.WRITE, ToolKind.EDIT)
STATE: Final = Does(Effect.IDEMPOTENT, ToolKind.SHELL)
WRITE: Final = Does(Effect.WRITE, ToolKind.SHELL)
OPEN: Final = Does(Effect.UNKNOWN, ToolKind.SHELL)


def each(table: dict[Does, str]) -> dict[str, Does]:
    """The same table by name: what each program or word does."""
    return {name: does for does, names in table.items() for name in names.split()}


PROGRAMS: Final[dict[str, Does]] = each(
    {
        READ: (
            "env ls ll la find cat head tail less more wc grep egrep fgrep zgrep rg ag ack fd fdfind tree stat file "
            "du df free ps top htop btop uptime who whoami id groups uname hostname date cal echo printf pwd cd pushd "
            "popd dirs export unset set shopt alias unalias type which whereis hash true false test [ : sleep wait "
            "jobs bg fg printenv ulimit umask history man info help diff cmp comm sort uniq cut tr jq gron xxd od "
            "hexdump strings base64 base32 md5sum sha1sum sha256sum sha512sum shasum md5 cksum b2sum column paste "
            "join nl tac rev fold fmt expand unexpand seq bc dc expr factor numfmt basename dirname realpath readlink "
            "lsof netstat ss ip ifconfig ping ping6 traceroute tracepath mtr dig nslookup host whois arp route lsblk "
            "blkid findmnt dmesg journalctl vmstat iostat mpstat sar nproc lscpu lsusb lspci lsmod nvidia-smi getconf "
            "locale tty stty clear tput read return exit break continue shift local declare typeset readonly let trap "
            "getopts pgrep bat batcat eza exa fzf tokei cloc scc hyperfine for pidof pstree pmap strace ltrace gdb "
            "ldd nm objdump readelf size open xdg-open code cursor pbpaste xclip sum yes look apropos envsubst "
            "nohup.out getent last w finger dir where findstr pytest py.test tox nox unittest nose2 behave robot mypy "
            "pyright pyre pylint flake8 bandit vulture radon pyflakes pycodestyle pydocstyle lint-imports safety "
            "pip-audit coverage tsc eslint jest vitest mocha ava karma cypress playwright jasmine tap stylelint "
            "commitlint webpack vite rollup esbuild parcel tsup gcc g++ cc c++ clang clang++ ld as javac rustc ghc "
            "cmake ninja meson ctest rspec phpunit pest xcodebuild shellcheck hadolint golangci-lint golint "
            "staticcheck actionlint tflint tfsec checkov trivy grype semgrep yamllint markdownlint vale codespell "
            "clippy-driver cppcheck clang-tidy valgrind phpstan psalm credo dialyzer terraform-docs kubeval "
            "kubeconform conftest ansible-lint sqlfluff checkstyle pdflatex latexmk mkdocs sphinx-build swiftlint "
            "ktlint detekt detect-secrets gitleaks pg_dump pg_isready mysqldump dotenv-linter ghorg rtk cspell knip "
            "depcheck madge tsx-check locust k6 ab wrk hey"
        ),
        SAME: (
            "rm mv cp mkdir touch ln chmod chown chgrp chattr install truncate dd unlink rmdir shred mktemp mkfifo "
            "split csplit tar zip unzip gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd 7z 7za unrar ffmpeg convert "
            "magick mogrify pandoc wget black isort autopep8 yapf prettier rubocop gofmt goimports rustfmt "
            "clang-format shfmt pre-commit virtualenv venv apt apt-get dnf yum apk pacman brew port choco winget "
            "scoop snap conda mamba micromamba pip pip3 pipx easy_install nvm pyenv rbenv asdf mise sdk rustup "
            "corepack npm-check-updates ncu bundle composer compileall py_compile del md rd copy move xcopy robocopy "
            "ren pbcopy xattr setfacl cpio aria2c yt-dlp youtube-dl sops"
        ),
        EDIT: "patch ed ex vi vim nvim nano emacs pico micro",
        STATE: (
            "kill pkill killall renice mount umount swapon swapoff sysctl modprobe insmod rmmod iptables ufw useradd "
            "userdel usermod groupadd passwd chsh hostnamectl timedatectl loginctl xset xrandr sshfs rclone s3cmd "
            "s5cmd azcopy ssh-copy-id ssh-add ssh-keyscan ssh-agent eval-env crontab dropdb dropuser newaliases "
            "update-alternatives ldconfig http-server serve live-server nodemon uvicorn gunicorn hypercorn daphne "
            "flask streamlit ngrok cloudflared redis-server postgres mysqld mongod nginx"
        ),
        WRITE: (
            "mail mailx sendmail mutt msmtp swaks ssmtp mpack s-nail at batch wall write lp lpr reboot poweroff "
            "createdb createuser ntfy apprise telegram-send mosquitto_pub kafka-console-producer vercel surge"
        ),
        OPEN: (
            "tmux screen Start-Process python python2 python3 node nodejs deno ruby perl php lua java scala kotlin "
            "Rscript julia osascript expect eval source . nc ncat netcat socat telnet ftp sftp lftp openssl gpg "
            "claude codex gemini aider llm ollama make-it"
        ),
    }
)

SAME_AS: Final[dict[str, str]] = {
    "docker-compose": "docker compose",
    "podman": "docker",
    "nerdctl": "docker",
    "podman-compose": "docker compose",
    "k": "kubectl",
    "oc": "kubectl",
    "microk8s.kubectl": "kubectl",
    "tofu": "terraform",
    "opentofu": "terraform",
    "terragrunt": "terraform",
    "pip3": "pip",
    "pnpm": "npm",
    "yarn": "npm",
    "bun": "npm",
    "apt-get": "apt",
    "apt-cache": "apt",
    "mamba": "conda",
    "mvnw": "mvn",
    "gradlew": "gradle",
    "gmake": "make",
    "hub": "gh",
    "git-lfs": "git lfs",
}

OPTION_VALUES: Final[dict[str, frozenset[str]]] = {
    program: frozenset(options.split())
    for program, options in {
        "git": "-C -c --git-dir --work-tree --namespace --exec-path",
        "gh": "-R --repo --hostname -X --method -f -F --field --raw-field --input -H --header -q --jq -t --template",
        "docker": (
            "-H --host -c --context --config -l --log-level -f --file -p --project-name --profile --env-file "
            "--project-directory"
        ),
        "kubectl": (
            "-n --namespace --context --kubeconfig --cluster --user -s --server --token -f --filename -k -l "
            "--selector -o --output -c --container"
        ),
        "helm": "-n --namespace --kube-context --kubeconfig -f --values --set",
        "aws": "--profile --region --output --endpoint-url --query --cli-input-json",
        "gcloud": "--project --account --configuration --format --filter --zone --region",
        "az": "-g --resource-group -n --name -o --output --subscription --query",
        "npm": "--prefix -w --workspace -C --dir --filter -F --cwd --tag --registry",
        "cargo": "--manifest-path -C -p --package --features --target",
        "uv": "--directory --project -p --python",
        "poetry": "-C -P --directory --project",
        "make": "-C -f -I -o -W --directory --file --makefile",
        "gradle": "-p --project-dir -b -c -P -D",
        "mvn": "-f --file -pl -P",
        "just": "-f --justfile -d --working-directory",
        "systemctl": "-H -M -t --type -n",
        "twine": "-r --repository -u -p",
        "stripe": "-d --data --api-key --project-name -p",
        "terraform": "",
    }.items()
}

FLAGS: Final[dict[tuple[str, str], Does]] = {
    ("git push", "-n"): READ,
    ("git push", "--delete"): STATE,
    ("git push", "-d"): STATE,
    ("git tag", "-l"): READ,
    ("git tag", "--list"): READ,
    ("git branch", "--list"): READ,
    ("git stash", "list"): READ,
    ("git config", "--get"): READ,
    ("git config", "--list"): READ,
    ("git config", "-l"): READ,
    ("git config", "--get-all"): READ,
    ("git apply", "--check"): READ,
    ("git apply", "--stat"): READ,
    ("git remote", "-v"): READ,
    ("make", "-n"): READ,
    ("make", "--just-print"): READ,
    ("rsync", "-n"): READ,
    ("black", "--check"): READ,
    ("black", "--diff"): READ,
    ("isort", "--check"): READ,
    ("isort", "--check-only"): READ,
    ("prettier", "--check"): READ,
    ("prettier", "-c"): READ,
    ("ruff", "--check"): READ,
    ("ruff check", "--fix"): SAME,
    ("eslint", "--fix"): SAME,
    ("stylelint", "--fix"): SAME,
    ("cargo fmt", "--check"): READ,
    ("cargo clippy", "--fix"): SAME,
    ("gofmt", "-l"): READ,
    ("gofmt", "-d"): READ,
    ("rubocop", "-a"): SAME,
    ("terraform fmt", "-check"): READ,
    ("terraform plan", "-out"): SAME,
    ("docker build", "--push"): WRITE,
    ("docker buildx build", "--push"): WRITE,
    ("docker buildx bake", "--push"): WRITE,
    ("npm pack", "--dry-run"): READ,
    ("tar", "-t"): READ,
    ("tar", "-tf"): READ,
    ("tar", "tf"): READ,
    ("tar", "-tzf"): READ,
    ("tar", "-tvf"): READ,
    ("unzip", "-l"): READ,
    ("crontab", "-l"): READ,
    ("perl", "-i"): EDIT,
    ("perl", "-pi"): EDIT,
    ("awk", "-i"): EDIT,
    ("yq", "-i"): EDIT,
    ("yq", "--inplace"): EDIT,
    ("wget", "--spider"): READ,
    ("alembic upgrade", "--sql"): READ,
    ("mount", ""): READ,
    ("pre-commit", ""): READ,
    ("ansible-playbook", "--check"): READ,
    ("ansible-playbook", "--syntax-check"): READ,
    ("ansible-playbook", "--list-tasks"): READ,
}
"""Options that change what a command does."""

TRIAL: Final = word_set(
    "--dry-run --dryrun --dry-run=client --dry-run=server --whatif --what-if -WhatIf --just-print --noop --simulate"
)
"""Options by which programs only say what they would do."""

VERB_CLIS: Final = word_set(
    "aws gcloud az heroku doctl flyctl fly stripe twilio firebase vercel netlify wrangler supabase railway render op "
    "vault consul nomad ibmcloud oci linode-cli hcloud scw jira acli linear slack gcalcli himalaya glab tea doppler "
    "pscale turso neonctl neon convex eas expo sentry-cli circleci bk pm2 supervisorctl minikube kind k3d eksctl kops "
    "argo argocd flux istioctl skaffold okteto databricks snow dbt airflow prefect dagster mlflow hf huggingface-cli "
    "kaggle modal multipass vagrant packer skopeo crane oras cosign sls serverless sam cdk cdktf amplify eb copilot "
    "gsutil bq kafka-topics rabbitmqadmin nats temporal tctl zapier clasp shopify sfdx sf ghost wp drush contentful "
    "sanity notion todoist task trello-cli mc b2 tailscale launchctl service initctl rc-service render-cli surge now "
    "copier cookiecutter ansible-galaxy ansible-vault chef knife puppet salt juju osc openstack kcat kaf solana cast "
    "forge hardhat truffle anchor near starknet lncli bitcoin-cli ccxt ib"
)
"""Programs of the kind `noun verb` or `verb noun`."""
GROUPS_FIRST: Final = word_set("aws gcloud az oci ibmcloud openstack sf sfdx vault")
"""Their first word is a service (`aws logs`, `gcloud run`), never the verb, when another follows."""

CLI_VERBS: Final[dict[str, Does]] = each(
    {
        READ: (
            "list ls show describe get view status info cat logs log read search find check validate verify diff plan "
            "preview whoami version help tail top history inspect lint test export download pull fetch open browse "
            "watch wait query explain head synth estimate ps env balance call report receive lookup outputs events "
            "head-object doctor ping usage balances"
        ),
        STATE: (
            "delete remove rm destroy update set edit put stop cancel close enable disable scale sync cp mv copy move "
            "config logout login auth link unlink down reset replace upsert tag label start reload use select attach "
            "detach suspend resume pause lock unlock archive rename unset init build mb rb rsync terminate purge on "
            "off complete done"
        ),
        WRITE: (
            "create new add deploy publish send post run submit restart import upload trigger invoke rerun retry "
            "comment merge reply release promote rollback apply up push charge refund pay transfer notify book order "
            "mint capture pub redeploy install provision bootstrap reply forward insert append broadcast sign resend "
            "invite"
        ),
    }
)

CLI_NOUNS: Final = word_set(
    "release comment order book report label tag config log logs query run build events balance usage search transfer "
    "sign deploy trigger plan import history export balances promote invite report charge refund notify reply"
)
"""Verbs that give way to another one behind them: `glab release list` lists."""

TASKS: Final[dict[str, Does]] = each(
    {
        READ: (
            "test tests testing check checks lint build compile typecheck typechecks types tsc all docs doc coverage "
            "cov bench benchmark ci verify unit integration e2e help default package bundle dist audit validate "
            "preview pytest jest vitest mypy ruff eslint spec specs smoke qa debug assemble classes jar war lint-fix "
            "stats analyze report list outdated watch storybook version print show storybook-build precommit"
        ),
        SAME: (
            "fmt format clean distclean fix install generate codegen gen deps setup bootstrap init prettier prepare "
            "lock sync update-deps tidy vendor proto venv isort black"
        ),
        STATE: "start serve dev run-local up down stop migrate db-migrate start-dev server runserver develop",
        WRITE: (
            "deploy publish release push upload ship promote rollout send notify announce broadcast redeploy rollback "
            "provision submit pay charge refund"
        ),
    }
)
"""Words of the targets of `make`, `npm run` and their like, and of script names."""
