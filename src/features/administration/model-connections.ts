import { ApiRefused } from '#ground/api/errors.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { unwrapResponse } from './unwrap-response.ts'
import {
  connectionsView,
  readForm,
  revisionOf,
  writeForm,
  type ConnectionForm,
  type ConnectionEntry,
} from './connection-form.ts'
import type { AdministrationRequest, Record } from './record.ts'
import type {
  ModelConnectionChange,
  ModelConnections,
  ModelConnectionTest,
  NewModelConnection,
} from './schema.ts'

export interface ModelConnectionsDeps {
  chatapp: Pick<ChatappClient, 'forms' | 'site'>
  record: Record
}

/** The web chat's connections to model servers other than Hubs. Responses never contain a key. */
export function createModelConnections({ chatapp, record }: ModelConnectionsDeps) {
  const change = async (
    expectedRevision: string,
    work: (entries: readonly ConnectionEntry[]) => ConnectionEntry[],
  ): Promise<{ before: ConnectionForm; after: ConnectionForm }> => {
    let before: ConnectionForm | undefined
    const written = await chatapp.forms.change('connections', (form) => {
      before = readForm(form)
      if (revisionOf(before) !== expectedRevision) throw new ApiRefused('revision_conflict', CONFLICT)
      return writeForm(form, [...before.hubs, ...work(before.entries)])
    })
    return { before: before!, after: readForm(unwrapResponse(written)) }
  }

  return {
    async list(): Promise<ModelConnections> {
      return connectionsView(readForm(unwrapResponse(await chatapp.forms.read('connections'))))
    },

    async add(request: AdministrationRequest, wanted: NewModelConnection): Promise<ModelConnections> {
      const { expected_revision: revision, url, key, prefix, model_ids } = wanted
      const entry = { url: bare(url), key, config: { enable: true, prefix_id: prefix, model_ids } }
      const { after } = await change(revision, (entries) => [...entries, entry])
      await record(request, { action: 'models.add', after: recorded(entry) })
      return connectionsView(after)
    },

    async change(
      request: AdministrationRequest,
      place: number,
      wanted: ModelConnectionChange,
    ): Promise<ModelConnections> {
      const { before, after } = await change(wanted.expected_revision, (entries) =>
        entries.with(place, changed(at(entries, place), wanted)),
      )
      const [old, now] = [at(before.entries, place), at(after.entries, place)]
      await record(request, {
        action: 'models.change',
        before: recorded(old),
        after: { ...recorded(now), ...(wanted.key ? { key: 'changed' } : {}) },
      })
      return connectionsView(after)
    },

    async remove(request: AdministrationRequest, place: number, revision: string): Promise<ModelConnections> {
      const { before, after } = await change(revision, (entries) => {
        at(entries, place)
        return entries.toSpliced(place, 1)
      })
      await record(request, { action: 'models.remove', before: recorded(at(before.entries, place)) })
      return connectionsView(after)
    },

    async test({ url, key, place }: ModelConnectionTest): Promise<string[]> {
      if (key !== undefined) return unwrapResponse(await chatapp.site.offeredModels(bare(url), key))
      const { entries } = readForm(unwrapResponse(await chatapp.forms.read('connections')))
      const isHere = (entry: ConnectionEntry | undefined) => entry?.url === bare(url)
      const meant = place === undefined ? undefined : entries[place]
      const stored = isHere(meant) ? meant : entries.find(isHere)
      return unwrapResponse(
        await chatapp.site.offeredModels(bare(url), stored?.key ?? '', stored?.config.id ?? undefined),
      )
    },
  }
}

function at(entries: readonly ConnectionEntry[], place: number): ConnectionEntry {
  const entry = entries[place]
  if (!entry) throw new ApiRefused('not_found', 'There is no such connection.')
  return entry
}

/** Keeps the key and the headers, which may contain a key, only if the address stays the same. */
function changed(entry: ConnectionEntry, wanted: ModelConnectionChange): ConnectionEntry {
  const url = wanted.url === undefined ? entry.url : bare(wanted.url)
  const isElsewhere = url !== entry.url
  const { headers, ...config } = entry.config
  return {
    url,
    key: wanted.key ?? (isElsewhere ? '' : entry.key),
    config: {
      ...config,
      ...(headers && !isElsewhere && { headers }),
      ...(wanted.enabled !== undefined && { enable: wanted.enabled }),
      ...(wanted.prefix !== undefined && { prefix_id: wanted.prefix }),
      ...(wanted.model_ids !== undefined && { model_ids: wanted.model_ids }),
    },
  }
}

const bare = (url: string): string => url.replace(/\/+$/, '')

const recorded = ({ url, key, config }: ConnectionEntry) => ({
  url,
  enabled: config.enable !== false,
  prefix: config.prefix_id ?? '',
  model_ids: [...(config.model_ids ?? [])],
  key: key === '' ? 'none' : 'set',
})

const CONFLICT =
  'Another administrator changed the connections meanwhile. Nothing was saved; reload the list.'
