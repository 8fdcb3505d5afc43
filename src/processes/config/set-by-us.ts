/** Set by the supervisor of a gateway, never by people: where it says which Hubs it serves. */
export const SERVED_HUBS_VARIABLE = 'SVC_SERVED_HUBS'
/** The same: why a Hub has a process of its own although others share one. */
export const SET_APART_VARIABLE = 'SVC_SET_APART'
