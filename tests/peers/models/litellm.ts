import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../../support/folder.ts'
import { CACHE } from '../cache.ts'
import { installPython, pinnedVersion } from '../clients/toolchains.ts'
import { startProvider } from '../start-provider.ts'

const REQUIREMENTS = join(import.meta.dirname, 'litellm/requirements')

export const installLitellm = (): Promise<void> => installPython('litellm', `${REQUIREMENTS}.txt`)

export const litellmVersion = (): string => pinnedVersion({ manifest: `${REQUIREMENTS}.in` }, 'litellm')

/** LiteLLM's proxy in front of a model server. Only clients with `key` may use it. */
export async function startLitellm(
  behind: { url: string; key: string; model: string },
  { port, key }: { port: number; key: string },
): Promise<AsyncDisposable & { url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'litellm-'))
  const configuration = {
    model_list: [
      {
        model_name: behind.model,
        litellm_params: { model: `openai/${behind.model}`, api_base: behind.url, api_key: behind.key },
      },
    ],
    litellm_settings: { num_retries: 0 },
    general_settings: { master_key: key },
  }
  const file = join(folder, 'litellm.yaml') // JSON is YAML
  writeFileSync(file, JSON.stringify(configuration), { mode: 0o600 })
  const url = `http://127.0.0.1:${port}`
  const started = await startProvider({
    name: 'LiteLLM',
    command: [
      join(CACHE, 'litellm/bin/litellm'),
      '--config',
      file,
      '--host=127.0.0.1',
      `--port=${port}`,
      '--telemetry=False',
    ],
    environment: { LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
    ready: `${url}/health/liveliness`,
  })
  return {
    url: `${url}/v1`,
    async [Symbol.asyncDispose]() {
      await started.stop()
      await removeFolder(folder)
    },
  }
}
