package owned

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

func Like(*os.File, string) error { return nil }

func LikeAt(string, string) error { return nil }

func OpenToOthers(fs.FileInfo) bool { return false }

func MakePrivate(string) error { return nil }

func Owner(string) (int, bool) { return 0, false }

func Foreign(string) (int, bool) { return 0, false }

// Lock takes an exclusive lock on a file or fails at once. The lock is released when the file
// is closed, and when the process ends, however it ends. Locked is a byte that no file has:
// what is locked can't be read.
func Lock(f *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
}

// SyncDir does nothing: NTFS has the names in its journal, and a folder can't be synced.
func SyncDir(string) error { return nil }

// open lets others remove the file while it is open, which os.OpenFile does not.
func open(path string, flag int, _ fs.FileMode) (*os.File, error) {
	failed := func(err error) (*os.File, error) { return nil, &fs.PathError{Op: "open", Path: path, Err: err} }
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return failed(err)
	}
	how := uint32(windows.OPEN_EXISTING)
	if flag&os.O_CREATE != 0 {
		how = windows.CREATE_NEW
	}
	const share = windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE
	h, err := windows.CreateFile(name, windows.GENERIC_READ|windows.GENERIC_WRITE, share, nil, how, windows.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		return failed(err)
	}
	f := os.NewFile(uintptr(h), path)
	if f == nil {
		return failed(errors.New("invalid handle"))
	}
	return f, nil
}

func giveFolder(string, string) error { return nil }

func give(*os.File, string) {}
