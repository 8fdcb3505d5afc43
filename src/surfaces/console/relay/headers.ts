/** The edge removes headers of this family from whatever comes from outside. */
export const PASS_HEADER = 'x-svc-console-pass'
export const RECEIPT_HEADER = 'x-svc-console-receipt'
