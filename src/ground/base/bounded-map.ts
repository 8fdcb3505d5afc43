export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number

  constructor(maxSize: number) {
    super()
    this.#most = maxSize
  }

  override set(key: K, value: V): this {
    this.delete(key) // `set` would keep the old position of an existing key
    super.set(key, value)
    if (this.size > this.#most) this.delete(this.keys().next().value!)
    return this
  }
}
