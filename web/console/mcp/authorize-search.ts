/**
 * What a program wrote into the address of the page, character by character. It is read before the router reads
 * addresses, which would take a `state` of digits for a number.
 */
const asked = window.location.search

export const askedBy = (): string => asked
