import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { checkHubFile, listHubFiles, readHubFile, saveHubFile } from '#features/files/contract.ts'
import { listAccessChanges } from '#core/audit/contract.ts'
import { listHubVersions } from '#core/serving/contract.ts'
import type { BodyOf } from '#ground/api/contract.ts'
import { call } from '../kit/api.ts'

export const filesQuery = (hub: string) =>
  queryOptions({
    queryKey: ['hub-files', hub],
    queryFn: ({ signal }) => call(listHubFiles, { query: { hub }, signal }),
  })

export const fileQuery = (hub: string, path: string) =>
  queryOptions({
    queryKey: ['hub-files', hub, path],
    queryFn: ({ signal }) => call(readHubFile, { query: { hub, path }, signal }),
  })

const SHOWN_VERSIONS = 10

export const versionsQuery = (hub: string) =>
  queryOptions({
    queryKey: ['hub-versions', hub],
    queryFn: ({ signal }) => call(listHubVersions, { query: { hub, limit: SHOWN_VERSIONS }, signal }),
  })

export const savesQuery = (hub: string) =>
  queryOptions({
    queryKey: ['hub-files', hub, 'saves'],
    queryFn: ({ signal }) =>
      call(listAccessChanges, { query: { hub, action: 'file.save', limit: SHOWN_VERSIONS }, signal }),
  })

export const checkQuery = (body: BodyOf<typeof checkHubFile>) =>
  queryOptions({
    queryKey: ['hub-file-check', body],
    queryFn: ({ signal }) => call(checkHubFile, { body, signal }),
  })

/** Calls `onSaved` also if the reloaded list has removed the form meanwhile, as for a new file. */
export function useSave(onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof saveHubFile>) => call(saveHubFile, { body }),
    onSuccess: onSaved,
    onSettled: (_file, _error, { hub }) => client.invalidateQueries({ queryKey: filesQuery(hub).queryKey }),
  })
}
