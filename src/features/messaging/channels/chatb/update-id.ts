/** The provider's id of an update, the same when it delivers again; null for a body that has none. */
export function updateIdOf(body: Buffer): string | null {
  try {
    const update: unknown = JSON.parse(body.toString('utf8'))
    const id =
      typeof update === 'object' && update !== null && 'update_id' in update ? update.update_id : null
    return Number.isSafeInteger(id) ? String(id) : null
  } catch {
    return null
  }
}
