import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FilterChip } from '../../../ui/filter-chip.tsx'
import { number } from '../../../ui/language.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { common } from '../../messages.ts'
import { useChatActs } from '../act-dialogs.tsx'
import { foldersQuery } from '../folder-queries.ts'
import { moveFocus } from '../group-section.tsx'
import { chats as texts } from '../messages.ts'
import { MoreButton } from '../more-button.tsx'
import { SEARCH_FILTERS, SINCE, type ChatSearch } from './address.ts'
import { filteredChatsQuery, isFiltered } from './filters.ts'
import { FoundRow } from './found-row.tsx'
import { searchTexts } from './messages.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useSelection } from './selection.ts'

interface Named {
  id: string
  name: string
}

export interface SearchPageProps {
  search: ChatSearch
  agents: readonly Named[]
  onSearch(search: ChatSearch): void
}

export function SearchPage({ search, agents, onSearch }: SearchPageProps) {
  const list = useInfiniteQuery(filteredChatsQuery(search))
  const found = list.data?.pages.flat()
  const { data: folders = [] } = useQuery(foldersQuery)
  const selection = useSelection(found, JSON.stringify(search))
  const { act, dialogs } = useChatActs(() => {})
  return (
    <>
      <div className="flex flex-col gap-2">
        <SearchField
          label={texts.search}
          clearLabel={texts.clearSearch}
          value={search.text ?? ''}
          onSearch={(text) => onSearch({ ...search, text: text || undefined })}
        />
        <Filters search={search} agents={agents} folders={folders} onSearch={onSearch} />
      </div>
      <div aria-live="polite" aria-busy={list.isFetching} className="pt-3">
        {list.isError && (
          <div className="flex flex-col items-start gap-2 text-14 text-muted">
            <p>{texts.failed}</p>
            <Button onClick={() => void list.refetch()}>{common.retry}</Button>
          </div>
        )}
        {found && found.length > 0 && (search.text !== undefined || isFiltered(search)) && (
          <p className="pb-2 text-13 text-muted">
            {(list.hasNextPage ? searchTexts.foundMore : searchTexts.found)(number(found.length))}
          </p>
        )}
        {found?.length === 0 && <Nothing search={search} onSearch={onSearch} />}
        {found && found.length > 0 && (
          // Keydown events bubble from the focused link.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <ul className="flex flex-col gap-1" onKeyDown={(event) => moveFocus(event)}>
            {found.map((chat) => (
              <FoundRow
                key={chat.id}
                chat={chat}
                agent={nameIn(agents, chat.model)}
                folder={nameIn(folders, chat.folder_id)}
                isSelected={selection.has(chat.id)}
                dragged={selection.has(chat.id) ? selection.items.map(({ id }) => id) : [chat.id]}
                onSelect={(isRange) => selection.toggle(chat.id, isRange)}
                onAct={(kind) => act(kind, chat)}
              />
            ))}
          </ul>
        )}
        <MoreButton list={list} />
      </div>
      <SelectionBar selection={selection} isArchive={search.place === 'archived'} />
      {dialogs}
    </>
  )
}

const asOptions = (known: readonly Named[]) => known.map(({ id, name }) => ({ value: id, label: name }))

function Filters({ search, agents, folders, onSearch }: SearchPageProps & { folders: readonly Named[] }) {
  const chip = (field: keyof ChatSearch, label: string, options: { value: string; label: string }[]) => {
    const value = search[field] ?? ''
    if (options.length === 0 && !value) return null
    return (
      <FilterChip
        label={label}
        value={value}
        options={options}
        closedLabel={options.some((option) => option.value === value) ? undefined : searchTexts.goneFilter}
        clearLabel={searchTexts.clearFilter(label)}
        onChange={(next) => onSearch({ ...search, [field]: next || undefined })}
      />
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      {chip('agent', searchTexts.agent, asOptions(agents))}
      {chip('folder', searchTexts.folder, asOptions(folders))}
      {chip(
        'since',
        searchTexts.time,
        SINCE.map((value) => ({ value, label: searchTexts.since[value] })),
      )}
      {chip(
        'place',
        searchTexts.place,
        SEARCH_FILTERS.map((value) => ({ value, label: searchTexts.places[value] })),
      )}
    </div>
  )
}

function Nothing({ search, onSearch }: Pick<SearchPageProps, 'search' | 'onSearch'>) {
  const isNarrow = isFiltered(search) || search.text !== undefined
  return (
    <Empty
      icon={<SearchX aria-hidden />}
      title={isNarrow ? searchTexts.noMatch : searchTexts.none}
      action={isNarrow && <Button onClick={() => onSearch({})}>{searchTexts.clear}</Button>}
    >
      {isNarrow ? searchTexts.noMatchText : searchTexts.noneText}
    </Empty>
  )
}

const nameIn = (known: readonly Named[], wanted: string | null): string | undefined =>
  known.find(({ id }) => id === wanted)?.name
