import { PROVIDER_FILES } from '../files/limits.ts'
import { COMPATIBLE_FORMAT, COMPATIBLE_TOOLS } from '../tool-schemas/dialects.ts'
import { type ModelProvider } from './record.ts'

const { acceptedMediaTypes, limits } = PROVIDER_FILES.compatible

export const compatible: ModelProvider = {
  name: 'compatible',
  label: 'the model server',
  keyVariable: 'SVC_MODEL_API_KEY',
  needsKey: false,
  defaultBaseUrl: null,
  usesFetch: false,
  acceptedMediaTypes,
  tools: COMPATIBLE_TOOLS,
  format: COMPATIBLE_FORMAT,
  maxStops: 4,
  seedBits: 64,
  limits,
  enforcesFormat: () => false, // some servers accept `response_format` and ignore it
  connect: async (options) =>
    (await import('../compatible/wire.ts')).compatibleWire({ ...options, acceptedMediaTypes }),
}
