package store

import "svcx/internal/store/outbound"

// What the layers above use of package outbound, which keeps what is sent to
// integrators. Reads, Tx and Remover embed its methods.
type (
	ChannelRef     = outbound.ChannelRef
	Hold           = outbound.Hold
	Waits          = outbound.Waits
	Lease          = outbound.Lease
	LeasedDelivery = outbound.LeasedDelivery
	GroupedEvent   = outbound.GroupedEvent
	Figures        = outbound.Figures
)
