package crash

import "time"

// fault is done to the service or to what it depends on. It returns when the service
// is ready again.
type fault struct {
	name string
	do   func(*run) error
}

const killed = "kill"

// faultsInOrder are the plan's faults in random order.
func (r *run) faultsInOrder() []fault {
	var all []fault
	for range r.kills {
		all = append(all, fault{killed, (*run).kill})
	}
	for n := range r.crashes {
		// Half of them stop the whole server; each kind is in the first four.
		all = append(all, []fault{
			{"immediate stop", (*run).stopServer},
			{"kill of a backend", (*run).killBackend},
			{"freeze", (*run).freeze},
			{"cut", (*run).cut},
			{"immediate stop", (*run).stopServer},
			{"immediate stop", (*run).stopServer},
		}[n%6])
	}
	r.random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// kill kills the process and starts it again; every fifth time the new one is killed
// too, during its start or soon after.
func (r *run) kill() error {
	if err := r.service.kill(); err != nil {
		return err
	}
	if r.random.IntN(5) == 0 {
		if err := r.service.launch(); err != nil {
			return err
		}
		time.Sleep(time.Duration(r.random.IntN(150)) * time.Millisecond)
		if err := r.service.kill(); err != nil {
			return err
		}
	}
	return r.service.start()
}

// stopServer stops PostgreSQL in immediate mode and starts it again.
func (r *run) stopServer() error {
	if err := r.server.stopAtOnce(); err != nil {
		return err
	}
	time.Sleep(time.Duration(r.random.IntN(200)) * time.Millisecond)
	if err := r.server.start(); err != nil {
		return err
	}
	return r.service.waitReady()
}

// killBackend kills one of PostgreSQL's processes, so that it recovers.
func (r *run) killBackend() error {
	if err := r.server.killBackend(); err != nil {
		return err
	}
	if err := r.server.waitUp(); err != nil {
		return err
	}
	return r.service.waitReady()
}

// freeze is a network or a host that does not answer for a while; every second time
// the connections are reset afterwards.
func (r *run) freeze() error {
	r.proxy.freeze()
	time.Sleep(time.Duration(500+r.random.IntN(2000)) * time.Millisecond)
	if r.random.IntN(2) == 0 {
		r.proxy.cut()
	}
	r.proxy.thaw()
	return r.service.waitReady()
}

// cut resets all connections to PostgreSQL.
func (r *run) cut() error {
	r.proxy.cut()
	return r.service.waitReady()
}
