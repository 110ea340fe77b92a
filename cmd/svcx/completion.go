package main

import (
	"errors"
	"os"
	"slices"

	"github.com/spf13/cobra"
)

// newCompletion returns the command that prints the script by which a shell completes
// commands, flags and their values.
func newCompletion() *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print the script by which a shell completes commands and flags.",
		Long: `For example, for the present session:

  bash:        source <(svcx completion bash)
  zsh:         source <(svcx completion zsh)
  fish:        svcx completion fish | source
  powershell:  svcx completion powershell | Out-String | Invoke-Expression

For every session, write it to the shell's folder for completions:

  bash:  svcx completion bash > /etc/bash_completion.d/svcx
  zsh:   svcx completion zsh > "${fpath[1]}/_svcx"
  fish:  svcx completion fish > ~/.config/fish/completions/svcx.fish

For bash the package bash-completion is needed; for zsh, compinit in ~/.zshrc.`,
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 || !slices.Contains(c.ValidArgs, args[0]) {
				return errors.New("name the shell: bash, zsh, fish or powershell")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			var err error
			switch args[0] {
			case "bash":
				err = c.Root().GenBashCompletionV2(os.Stdout, true)
			case "zsh":
				err = c.Root().GenZshCompletion(os.Stdout)
			case "fish":
				err = c.Root().GenFishCompletion(os.Stdout, true)
			case "powershell":
				err = c.Root().GenPowerShellCompletionWithDesc(os.Stdout)
			}
			return printed(0, err)
		},
	}
}
