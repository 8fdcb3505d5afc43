import { ProviderSettings } from '#ground/identity/schema.ts'
import type { Setups, StoredSetup } from './setups.ts'

export interface StoredProvider extends Omit<StoredSetup, 'settings'> {
  /** Null if this service cannot read the settings. */
  provider: ProviderSettings | null
}

export const readStoredProviders = async (setups: Pick<Setups, 'list'>): Promise<StoredProvider[]> =>
  (await setups.list('provider')).map(({ settings, ...stored }) => ({
    ...stored,
    provider: ProviderSettings.safeParse(settings).data ?? null,
  }))
