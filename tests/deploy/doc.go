// Package deploy tests what is in the folder deploy: that it fits the program, and, where
// the programs are installed, that it works.
package deploy
