import { idOf } from '#ground/base/ids.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Keeps UUIDs, so that links to chats and files stay valid. */
export const importedId = (kind: string, id: string): string =>
  UUID.test(id) ? id : idOf(`open-webui ${kind} ${id}`)

export const keyOf = (ownerId: unknown, id: unknown): string => `${String(ownerId)} ${String(id)}`
