package removal

// Wait waits for the passes that are running.
func (s *Service) Wait() { s.working.Wait() }
