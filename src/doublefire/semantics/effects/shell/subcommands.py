"""What subcommands do, program by program: tables, no code. The classes are those of `tables.py`."""

from __future__ import annotations

from typing import Final

from doublefire.semantics.effects.shell.tables import EDIT, OPEN, READ, SAME, STATE, WRITE, Does, each

SUBCOMMANDS: Final[dict[str, dict[str, Does]]] = {
    "git": each(
        {
            READ: (
                "status log diff show fetch ls-files ls-remote ls-tree rev-parse rev-list describe blame annotate "
                "grep shortlog reflog cat-file merge-base name-rev whatchanged count-objects fsck check-ignore "
                "check-attr for-each-ref show-ref show-branch remote remote:show remote:get-url branch tag stash:list "
                "stash:show worktree:list submodule submodule:status help version var range-diff diff-tree diff-index "
                "diff-files cherry notes notes:show notes:list lfs:ls-files lfs:status request-pull bundle:verify "
                "bisect:log verify-commit verify-tag credential send-email-dry difftool instaweb config:get "
                "config:list lfs"
            ),
            SAME: (
                "add checkout switch restore reset rm mv clean init clone config remote:add remote:remove remote:rm "
                "remote:set-url remote:rename remote:prune stash:clear gc prune repack worktree submodule:update "
                "submodule:init submodule:sync submodule:add sparse-checkout pull rebase merge update-index "
                "symbolic-ref update-ref notes:add lfs:install lfs:track lfs:pull archive bundle format-patch "
                "branch:new tag:new bisect mergetool maintenance read-tree write-tree filter-branch filter-repo "
                "rerere replace"
            ),
            EDIT: (
                "commit cherry-pick revert am apply stash stash:push stash:save stash:pop stash:apply stash:drop "
                "stash:branch notes:append commit-tree"
            ),
            WRITE: "push send-email lfs:push svn:dcommit subtree:push",
        }
    ),
    "gh": each(
        {
            READ: (
                "status search browse auth:status auth:token repo:view repo:list issue:view issue:list issue:status "
                "pr:view pr:list pr:status pr:checks pr:diff run:view run:list run:watch run:download workflow:view "
                "workflow:list release:view release:list release:download gist:view gist:list label:list secret:list "
                "variable:list variable:get cache:list extension:list project:view project:list project:item-list "
                "project:field-list org:list ruleset ssh-key:list gpg-key:list help version config:get config:list "
                "alias:list attestation:verify codespace:list codespace:view codespace:logs"
            ),
            SAME: (
                "repo:clone pr:checkout gist:clone extension:install extension:upgrade config:set alias:set "
                "issue:develop co repo:set-default"
            ),
            STATE: (
                "issue:close issue:reopen issue:edit issue:delete issue:lock issue:unlock issue:pin issue:unpin "
                "pr:close pr:reopen pr:edit pr:ready pr:lock pr:unlock pr:update-branch repo:sync repo:edit "
                "repo:delete repo:archive repo:unarchive repo:rename run:cancel run:delete workflow:enable "
                "workflow:disable release:edit release:delete gist:edit gist:delete label:edit label:delete "
                "label:clone secret:set secret:delete variable:set variable:delete cache:delete auth:login "
                "auth:logout auth:setup-git auth:refresh auth:switch project:edit project:delete project:close "
                "project:item-edit project:item-delete project:item-archive codespace:stop codespace:delete"
            ),
            WRITE: (
                "pull-request issue:create issue:comment issue:transfer pr:create pr:comment pr:review pr:merge "
                "pr:revert repo:create repo:fork run:rerun workflow:run release:create release:upload gist:create "
                "label:create ssh-key:add gpg-key:add project:create project:item-add project:item-create "
                "project:field-create project:copy codespace:create"
            ),
        }
    ),
    "docker": each(
        {
            READ: (
                "ps images logs inspect version info stats top diff history search events port image:ls image:list "
                "image:inspect image:history container:ls container:ps container:list container:inspect "
                "container:logs volume:ls volume:inspect network:ls network:inspect system:df system:info compose:ps "
                "compose:logs compose:config compose:images compose:top compose:ls context:ls buildx:ls "
                "manifest:inspect wait attach compose:version scout help"
            ),
            SAME: (
                "build pull tag load save cp commit image:build image:pull image:tag compose:build compose:pull "
                "buildx:build buildx:bake builder:prune export import"
            ),
            STATE: (
                "start stop kill rm rmi rename pause unpause update restart prune login logout system:prune image:rm "
                "image:prune container:start container:stop container:rm container:prune volume:create volume:rm "
                "volume:prune network:create network:rm network:prune compose:up compose:down compose:start "
                "compose:stop compose:restart compose:rm compose:kill compose:pause compose:unpause swarm:leave "
                "stack:rm stack:deploy service:update service:rm service:scale context:use context:create"
            ),
            WRITE: (
                "push image:push compose:push manifest:push service:create swarm:init swarm:join secret:create "
                "config:create"
            ),
            OPEN: "run create container:run container:create compose:run",
        }
    ),
    "kubectl": each(
        {
            READ: (
                "get describe logs top explain diff version cluster-info api-resources api-versions auth:can-i "
                "auth:whoami wait rollout:status rollout:history config:view config:get-contexts "
                "config:current-context port-forward proxy events kustomize options completion"
            ),
            SAME: "cp",
            STATE: (
                "replace delete scale label annotate set patch edit autoscale taint cordon uncordon drain "
                "rollout:pause rollout:resume config config:use-context config:set-context certificate"
            ),
            WRITE: "apply create run expose rollout:restart rollout:undo debug",
            OPEN: "exec attach",
        }
    ),
    "helm": each(
        {
            READ: (
                "list ls status get show search template lint history version env diff verify dependency:list "
                "repo:list test"
            ),
            SAME: (
                "pull create package dependency dependency:update dependency:build repo:add repo:update repo:remove "
                "plugin registry:login"
            ),
            STATE: "uninstall delete",
            WRITE: "install upgrade rollback push",
        }
    ),
    "terraform": each(
        {
            READ: (
                "plan validate show output graph providers version console state:list state:show state:pull workspace "
                "workspace:list workspace:show test get"
            ),
            SAME: "init fmt workspace:select",
            STATE: (
                "destroy refresh taint untaint force-unlock state:rm state:mv workspace:new workspace:delete login "
                "logout"
            ),
            WRITE: "apply import state:push",
        }
    ),
    "npm": each(
        {
            READ: (
                "test t tst ls list la ll view v info show outdated audit search ping whoami help docs repo bugs "
                "explain why fund doctor query prefix root bin dist-tag:ls owner:ls token:list profile:get config "
                "config:get config:list stars diff team:ls licenses"
            ),
            SAME: (
                "install i in ci clean-install add uninstall un remove rm update up upgrade dedupe prune link ln "
                "rebuild init create pack shrinkwrap cache config:set set config:delete install-test it "
                "install-ci-test import store fetch patch-package set-version use"
            ),
            EDIT: "version",
            STATE: "unpublish deprecate dist-tag owner access team login logout adduser star unstar start stop",
            WRITE: "publish token:create hook:add stage:publish",
        }
    ),
    "cargo": each(
        {
            READ: (
                "test t build b check c clippy doc d bench tree metadata search info version help nextest audit deny "
                "outdated package verify-project locate-project llvm-cov miri"
            ),
            SAME: "fmt fix clean update add remove rm install uninstall new init vendor generate-lockfile fetch",
            STATE: "yank owner login logout",
            WRITE: "publish release",
            OPEN: "run r",
        }
    ),
    "go": each(
        {
            READ: "test build vet list env version doc tool",
            SAME: "fmt mod mod:tidy mod:download mod:init mod:vendor get install generate clean work fix",
            OPEN: "run",
        }
    ),
    "uv": each(
        {
            READ: (
                "pip:list pip:show pip:freeze pip:check pip:tree tree version build python:list cache:dir tool:list "
                "help self:version"
            ),
            SAME: (
                "sync lock add remove venv init export pip pip:install pip:sync pip:uninstall pip:compile python tool "
                "cache self"
            ),
            WRITE: "publish",
        }
    ),
    "poetry": each(
        {
            READ: ("check show build version env:info env:list config about search"),
            SAME: "install add remove lock update init new env sync",
            WRITE: "publish",
        }
    ),
    "pdm": each({READ: "list show build info", SAME: "install add remove lock update sync init", WRITE: "publish"}),
    "hatch": each({READ: "build test version env:show status fmt", SAME: "env new clean", WRITE: "publish"}),
    "flit": each({READ: "build", SAME: "install init", WRITE: "publish"}),
    "dbt": each(
        {
            READ: "test compile ls list docs parse debug show source",
            SAME: "deps clean init",
            STATE: "run build seed snapshot",
        }
    ),
    "tmux": each(
        {
            READ: "ls list-sessions list-windows list-panes capture-pane has-session attach show-options",
            STATE: "kill-session kill-server kill-window",
        }
    ),
    "twine": each({READ: "check", WRITE: "upload register"}),
    "gem": each(
        {
            READ: ("list search info build environment"),
            SAME: "install update uninstall cleanup",
            STATE: "yank owner",
            WRITE: "push",
        }
    ),
    "mix": each(
        {
            READ: "test compile credo dialyzer docs help",
            SAME: ("format deps.get deps.update deps.clean ecto.create ecto.migrate clean"),
            WRITE: "hex.publish",
        }
    ),
    "dotnet": each(
        {
            READ: "build test restore list nuget:locals publish pack clean --info format",
            SAME: "add remove new sln tool workload",
            WRITE: "nuget:push",
            OPEN: "run exec watch",
        }
    ),
    "swift": each({READ: "build test package", OPEN: "run"}),
    "bazel": each({READ: "build test query cquery aquery info version coverage fetch clean", OPEN: "run"}),
    "ruff": each({READ: "check rule config version linter", SAME: "format clean"}),
    "systemctl": each(
        {
            READ: (
                "status show cat is-active is-enabled is-failed list-units list-unit-files list-timers list-sockets "
                "list-jobs list-dependencies get-default help"
            ),
            STATE: (
                "start stop enable disable reload daemon-reload mask unmask reset-failed set-default kill isolate edit"
            ),
            WRITE: "restart try-restart reload-or-restart reboot poweroff halt suspend",
        }
    ),
    "alembic": each(
        {
            READ: ("current history heads show check branches"),
            SAME: "init edit",
            EDIT: "revision merge",
            STATE: "upgrade downgrade stamp ensure_version",
        }
    ),
    "prisma": each(
        {
            READ: "validate version studio migrate:status migrate:diff",
            SAME: "generate format init db:pull",
            STATE: ("migrate:deploy migrate:dev migrate:reset db:push migrate:resolve"),
        }
    ),
    "pulumi": each(
        {
            READ: ("preview stack:ls stack:output whoami config:get logs about"),
            SAME: "new config:set stack:select login",
            STATE: "destroy refresh cancel",
            WRITE: "up update import stack:init",
        }
    ),
    "ansible-playbook": {},
    "ansible": {},
    "crontab": each({READ: "-l"}),
    "openssl": each(
        {
            READ: ("version x509 s_client dgst rand verify enc base64 rsa req asn1parse ciphers"),
            SAME: "genrsa genpkey ecparam dhparam pkcs12",
        }
    ),
    "coverage": each({READ: "report html xml json run combine erase"}),
    "mvn": {},
    "ollama": each({READ: "list ls show ps", SAME: "pull rm cp", STATE: "serve stop", WRITE: "push"}),
    "wandb": each({READ: "status", STATE: "login sync off on"}),
    "pip": each({READ: "list show freeze check search download index config debug help inspect wheel hash"}),
    "conda": each({READ: "list info search env:list env:export config activate deactivate"}),
    "apt": each({READ: "list show search policy depends"}),
    "brew": each({READ: "list ls info search deps outdated doctor config leaves --prefix", STATE: "services"}),
    "bundle": each({READ: "check list show info outdated audit"}),
    "composer": each({READ: "show validate outdated audit diagnose test"}),
}
"""Per program its subcommands, their words joined by colons; what is not here goes by its verb, then by `PROGRAMS`."""
