//go:build unix

package owned

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// Like gives f the owner, group and mode of the file at path, which f is to replace
// or to accompany. If the process may not change the owner, f stays as it is: a
// mode is not copied without the group that it was meant for.
func Like(f *os.File, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || f.Chown(int(owner.Uid), int(owner.Gid)) != nil {
		return nil
	}
	return f.Chmod(info.Mode().Perm())
}

// LikeAt is Like for the file at name, if there is one: a link is not followed.
func LikeAt(name, path string) error {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return nil
	}
	defer f.Close()
	return Like(f, path)
}

// OpenToOthers reports whether others than a file's owner and group may read it, or others
// than its owner may write it.
func OpenToOthers(info fs.FileInfo) bool { return info.Mode().Perm()&0o027 != 0 }

// MakePrivate takes from all but a file's owner what they may do with it.
func MakePrivate(path string) error {
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return err
	}
	return os.Chmod(path, 0o600)
}

// Owner is the id of the user to whom the file at path belongs.
func Owner(path string) (uid int, known bool) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(owner.Uid), true
}

// Foreign reports whether the file at path belongs to another user than the process, and to
// which.
func Foreign(path string) (uid int, foreign bool) {
	uid, known := Owner(path)
	return uid, known && uid != os.Geteuid()
}

// Lock takes an exclusive lock on a file or fails at once. The lock is released when the file
// is closed, and when the process ends, however it ends.
func Lock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// SyncDir makes the names in a folder survive a power cut, unless its file system cannot, as
// some network file systems.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil
	}
	return errors.Join(err, d.Close())
}

func open(path string, flag int, mode fs.FileMode) (*os.File, error) {
	return os.OpenFile(path, flag, mode)
}

// giveFolder is give for a folder that was just created in parent. It opens it: by its name,
// the parent's owner may have put something else there.
func giveFolder(dir, parent string) error {
	f, err := os.OpenFile(dir, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	give(f, parent)
	return nil
}

// give makes a file created by root belong to the owner of its folder.
func give(f *os.File, dir string) {
	if os.Geteuid() != 0 {
		return
	}
	info, err := os.Stat(dir)
	if err != nil {
		return
	}
	if owner, ok := info.Sys().(*syscall.Stat_t); ok && owner.Uid != 0 {
		_ = f.Chown(int(owner.Uid), int(owner.Gid)) // may fail, see the package comment
	}
}
