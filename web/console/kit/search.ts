export type RawSearch = Record<string, unknown>

type Reader = (value: unknown) => unknown

export type Read<Readers extends Record<string, Reader>> = {
  [Name in keyof Readers]?: Exclude<ReturnType<Readers[Name]>, undefined>
}

/** Invalid values are dropped, so that an outdated or mistyped address still shows the page. */
export const search =
  <Readers extends Record<string, Reader>>(readers: Readers) =>
  (raw: RawSearch): Read<Readers> =>
    Object.fromEntries(
      Object.entries(readers)
        .map(([name, read]) => [name, read(raw[name])])
        .filter(([, value]) => value !== undefined),
    ) as Read<Readers>

export const text = (value: unknown): string | undefined => {
  const read = typeof value === 'number' ? String(value) : value
  return typeof read === 'string' && read.trim() ? read.slice(0, 256) : undefined
}

export const oneOf =
  <const Value extends string>(values: readonly Value[]) =>
  (value: unknown): Value | undefined =>
    values.find((known) => known === value)

export const pageNumber = (value: unknown): number | undefined => {
  const number = Number(value)
  return Number.isInteger(number) && number > 1 && number < 20_000 ? number : undefined
}

/** Accepts a date such as `2026-11-29`. */
export const day = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined

export const hubSearch = search({ hub: text, q: text, page: pageNumber })
