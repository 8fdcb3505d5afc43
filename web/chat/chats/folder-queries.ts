import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { changeChats, listChats } from '#chatapp/chats/contract.ts'
import {
  createFolder,
  deleteFolder,
  expandFolder,
  listFolders,
  renameFolder,
} from '#chatapp/chats/folders/contract.ts'
import type { FolderView } from '#chatapp/chats/folders/schema.ts'
import { call } from '../api/client.ts'
import { useListChange } from './mutations.ts'
import { pageAt, paged } from './queries.ts'

export const foldersQuery = queryOptions({
  queryKey: ['chats', 'folders'],
  queryFn: ({ signal }) => call(listFolders, { signal }),
})

export const folderChatsQuery = (id: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['chats', 'in-folder', id],
    queryFn: ({ pageParam, signal }) =>
      call(listChats, { query: { ...pageAt(pageParam), folder_id: id, include_pinned: 'false' }, signal }),
  })

export type Destination = { folderId: string | null } | { newFolder: string }

export function useFolderMutations() {
  const client = useQueryClient()
  const { refresh, onError } = useListChange()
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call(renameFolder, { params: { id }, body: { name } }),
    onSuccess: refresh,
    onError,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteFolder, { params: { id }, query: {} }),
    onSuccess: refresh,
    onError,
  })
  const expand = useMutation({
    mutationFn: ({ id, is_expanded }: Pick<FolderView, 'id' | 'is_expanded'>) =>
      call(expandFolder, { params: { id }, body: { is_expanded } }),
    onMutate: ({ id, is_expanded }) =>
      void client.setQueryData(foldersQuery.queryKey, (known) =>
        known?.map((folder) => (folder.id === id ? { ...folder, is_expanded } : folder)),
      ),
    onError,
  })
  const move = useMutation({
    async mutationFn({ ids, to }: { ids: readonly string[]; to: Destination }) {
      const folderId =
        'newFolder' in to ? (await call(createFolder, { body: { name: to.newFolder } })).id : to.folderId
      return call(changeChats, { body: { act: 'move', ids: [...ids], folder_id: folderId } })
    },
    onSuccess: refresh,
    onError,
  })
  return { rename, remove, expand, move }
}
