/** Set by the supervisor of a gateway, never by people: where it says which Hubs it serves. */
export const SERVED_HUBS_VARIABLE = 'SVC_SERVED_HUBS'
