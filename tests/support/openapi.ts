import { validate } from '@readme/openapi-parser'
import assert from 'node:assert/strict'

export async function assertValidOpenApi(page: object): Promise<void> {
  const result = await validate(structuredClone(page) as Parameters<typeof validate>[0])
  assert.deepEqual(result, { valid: true, warnings: [], specification: 'OpenAPI' })
}
