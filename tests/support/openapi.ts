import { validate } from '@readme/openapi-parser'
import assert from 'node:assert/strict'

/** Fails for a description that is not valid OpenAPI, or has a schema that is not valid JSON Schema. */
export async function assertValidOpenApi(page: object): Promise<void> {
  const result = await validate(structuredClone(page) as Parameters<typeof validate>[0])
  assert.deepEqual(result, { valid: true, warnings: [], specification: 'OpenAPI' })
}
