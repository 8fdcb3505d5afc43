import { Button } from '../../ui/button.tsx'
import { chats } from './messages.ts'

export interface PagedList {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): Promise<unknown>
}

export const MoreButton = ({ list }: { list: PagedList }) =>
  list.hasNextPage && (
    <Button
      look="quiet"
      className="mt-2 w-full"
      busy={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {chats.more}
    </Button>
  )
