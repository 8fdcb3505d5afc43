import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { agentsQuery } from '../api/agents.ts'
import { SearchPage } from '../chats/search/search-page.tsx'
import { searchTexts } from '../chats/search/messages.ts'
import { MainPart } from './main-part.tsx'
import { TitledHeader } from './page-header.tsx'

export function SearchRoute() {
  const search = useSearch({ from: '/shell/search' })
  const navigate = useNavigate()
  const { data: agents = [] } = useQuery(agentsQuery)
  return (
    <>
      <TitledHeader title={searchTexts.title} />
      <MainPart className="overflow-y-auto">
        <div className="mx-auto w-full max-w-reading px-4 pt-2 pb-8">
          <SearchPage
            search={search}
            agents={agents}
            onSearch={(next) => void navigate({ to: '/search', search: next, replace: true })}
          />
        </div>
      </MainPart>
    </>
  )
}
