export type Result<T, R> = { ok: true; value: T } | { ok: false; refusal: R }

export const accepted = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })
export const refused = <R>(refusal: R): { ok: false; refusal: R } => ({ ok: false, refusal })
