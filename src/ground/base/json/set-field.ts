/** Like `JSON.parse`: `__proto__` is a normal key. */
export function setField(fields: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(fields, key, { value, enumerable: true, writable: true, configurable: true })
  else fields[key] = value
}
