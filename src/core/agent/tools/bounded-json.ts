export class BinaryData extends Error {
  readonly bytes: number
  constructor(bytes: number) {
    super('binary data')
    this.name = 'BinaryData'
    this.bytes = bytes
  }
}

/**
 * Cuts at `limit` characters, which also bounds work and memory.
 * @throws BinaryData; TypeError for a cycle or a BigInt; any error of a `toJSON`
 */
export function boundedJson(value: unknown, limit: number): { text: string; isWhole: boolean } {
  const parts: string[] = []
  let left = limit
  let isWhole = true
  const within = new Set<object>()

  const put = (text: string) => {
    if (text.length > left) isWhole = false
    parts.push(text.length > left ? text.slice(0, left) : text)
    left -= Math.min(left, text.length)
  }
  const putText = (text: string) => put(JSON.stringify(text.length > left ? text.slice(0, left + 1) : text))

  const write = (item: unknown): void => {
    if (typeof item === 'string') return putText(item)
    if (item === null || typeof item !== 'object') return put(JSON.stringify(item) ?? 'null')
    if (within.has(item))
      throw new TypeError('The tool returned data that contains itself (a circular structure).')
    within.add(item)
    if (Array.isArray(item)) writeList(item)
    else writeRecord(item as Record<string, unknown>)
    within.delete(item)
  }
  const writeList = (list: readonly unknown[]) => {
    put('[')
    for (let index = 0; index < list.length && isWhole; index++) {
      if (index > 0) put(',')
      write(asJson(list[index], String(index)))
    }
    put(']')
  }
  const writeRecord = (record: Record<string, unknown>) => {
    put('{')
    let isFirst = true
    for (const key in record) {
      if (!isWhole) break
      if (!Object.hasOwn(record, key)) continue
      const member = asJson(record[key], key)
      if (isOmitted(member)) continue
      if (!isFirst) put(',')
      isFirst = false
      putText(key)
      put(':')
      write(member)
    }
    put('}')
  }

  const top = asJson(value, '')
  if (isOmitted(top)) return { text: 'Done.', isWhole }
  write(top)
  return { text: parts.join(''), isWhole }
}

function asJson(value: unknown, key: string): unknown {
  if (typeof value === 'bigint')
    throw new TypeError('The tool returned a BigInt, which JSON can’t represent.')
  if (typeof value !== 'object' || value === null) return value
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) throw new BinaryData(value.byteLength)
  if (value instanceof Blob) throw new BinaryData(value.size)
  const { toJSON } = value as { toJSON?: unknown }
  if (typeof toJSON === 'function') return toJSON.call(value, key)
  if (BOXED.test(Object.prototype.toString.call(value))) return value.valueOf()
  return value
}

const BOXED = /^\[object (Number|String|Boolean)\]$/

const isOmitted = (value: unknown): boolean =>
  value === undefined || typeof value === 'function' || typeof value === 'symbol'
