package files

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"svcx/internal/owned"
)

// Cache keeps entries in a folder, up to a total size, and evicts the oldest first.
// Nothing is synced. A crash leaves no partial entry, since a file is renamed when it
// is written; damage by a power cut is detected by the checksum in front.
type Cache struct {
	dir string
	max int64
	now func() time.Time

	mu sync.Mutex
	// size is the total size of the entries, -1 before they are counted.
	size int64
}

// NewCache returns a cache in dir of at most max bytes in all. now is the clock.
func NewCache(dir string, max int64, now func() time.Time) *Cache {
	return &Cache{dir: dir, max: max, now: now, size: -1}
}

// path is the file of an entry. Keys come from outside and are hashed.
func (c *Cache) path(key string) string {
	sum := sha256.Sum256([]byte(key))
	name := hex.EncodeToString(sum[:16])
	return filepath.Join(c.dir, name[:2], name)
}

// maxAhead is how far in the future the time of an entry may be: if it is further,
// the clock was set back and the age of the entry is not known.
const maxAhead = time.Minute

// Get returns an entry that is at most maxAge old. A failure to read counts as a
// miss.
func (c *Cache) Get(key string, maxAge time.Duration) ([]byte, bool) {
	path := c.path(key)
	info, err := os.Stat(path)
	if err != nil {
		return nil, false
	}
	if age := c.now().Sub(info.ModTime()); age > maxAge || age < -maxAhead {
		return nil, false
	}
	stored, err := os.ReadFile(path)
	if err != nil || len(stored) < sha256.Size {
		return nil, false
	}
	content := stored[sha256.Size:]
	if sha256.Sum256(content) != [sha256.Size]byte(stored[:sha256.Size]) {
		return nil, false
	}
	return content, true
}

// Delete removes the entry of a key; a missing one is not an error.
func (c *Cache) Delete(key string) error {
	path := c.path(key)
	info, err := os.Stat(path)
	if err == nil {
		err = os.Remove(path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("deleting a cached picture: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.size >= 0 {
		c.size -= info.Size()
	}
	return nil
}

// Put stores content under key. Content that would take more than a quarter of the
// cache is not stored.
func (c *Cache) Put(key string, content []byte) error {
	if int64(len(content)) > c.max/4 {
		return nil
	}
	if err := c.write(c.path(key), content); err != nil {
		return fmt.Errorf("caching: %w", err)
	}
	return c.trim(int64(len(content) + sha256.Size))
}

func (c *Cache) write(path string, content []byte) error {
	dir := filepath.Dir(path)
	if err := owned.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	file, err := owned.CreateTemp(dir, "new-*")
	if err != nil {
		return err
	}
	sum := sha256.Sum256(content)
	_, err = file.Write(append(sum[:], content...))
	if err = errors.Join(err, file.Close()); err == nil {
		now := c.now()
		if err = os.Chtimes(file.Name(), now, now); err == nil {
			err = os.Rename(file.Name(), path)
		}
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}

type cached struct {
	path string
	size int64
	at   time.Time
}

// trim counts what was added and, over the limit, removes the oldest entries until a
// tenth is free, so that not every Put has to read the whole folder.
func (c *Cache) trim(added int64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.size >= 0 {
		c.size += added
		if c.size <= c.max {
			return nil
		}
	}
	entries, err := c.entries()
	if err != nil {
		return fmt.Errorf("trimming the cache: %w", err)
	}
	c.size = 0
	for _, e := range entries {
		c.size += e.size
	}
	if c.size <= c.max {
		return nil
	}
	slices.SortFunc(entries, func(a, b cached) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.path, b.path)) })
	for _, e := range entries {
		if c.size <= c.max-c.max/10 {
			break
		}
		if err := os.Remove(e.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("trimming the cache: %w", err)
		}
		c.size -= e.size
	}
	return nil
}

func (c *Cache) entries() (all []cached, err error) {
	err = filepath.WalkDir(c.dir, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil {
			all = append(all, cached{path, info.Size(), info.ModTime()})
		}
		return err
	})
	return all, err
}
