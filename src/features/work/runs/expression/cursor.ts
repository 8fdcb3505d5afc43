import type { Token } from './tokens.ts'

export class Unexpected extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

export interface Cursor {
  readonly here: Token
  next(): Token
  is(value: string): boolean
  take(value: string): boolean
  /** @throws Unexpected */
  expect(value: string): void
  /** @throws Unexpected */
  fail(wanted: string): never
}

export function createCursor(tokens: readonly Token[]): Cursor {
  let at = 0
  const here = () => tokens[at]!
  const is = (value: string) => here().value === value && (here().kind === 'symbol' || here().kind === 'name')
  const take = (value: string) => is(value) && ++at > 0
  const fail = (wanted: string): never => {
    throw new Unexpected(`expected ${wanted}, found ${String(here().value)}`, here().at)
  }
  return {
    get here() {
      return here()
    },
    next: () => tokens[at++]!,
    is,
    take,
    expect: (value) => void (take(value) || fail(value)),
    fail,
  }
}
