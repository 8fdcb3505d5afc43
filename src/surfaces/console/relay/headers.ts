/** The edge removes these headers from external requests. */
export const PASS_HEADER = 'x-svc-console-pass'
export const RECEIPT_HEADER = 'x-svc-console-receipt'
