/**
 * A map that holds at most so many entries: the one that was set longest ago makes room. Setting an entry anew makes it
 * the newest; getting it doesn't, so that a look costs what a look costs.
 */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number

  /** @param most At least 1. */
  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: K, value: V): this {
    this.delete(key) // a map keeps the order of insertion
    super.set(key, value)
    if (this.size > this.#most) this.delete(this.keys().next().value!)
    return this
  }
}
