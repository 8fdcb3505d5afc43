import { useState, type DragEvent } from 'react'

/** Data type of a dragged chat, beside its address. */
const TYPE = 'application/x-hub-chats'

/** For the link of a chat: the dragged chats. */
export const draggedChats = (ids: readonly string[]) => ({
  onDragStart({ dataTransfer }: DragEvent) {
    dataTransfer.setData(TYPE, JSON.stringify(ids))
    dataTransfer.effectAllowed = 'all' // as a link elsewhere
  },
})

const carriesChats = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(TYPE)

/** A place where chats may be dropped. */
export function useChatDrop(onChats: (ids: readonly string[]) => void) {
  const [isOver, setIsOver] = useState(false)
  const place = {
    onDragOver(event: DragEvent) {
      if (!carriesChats(event)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      setIsOver(true)
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
    },
    onDrop(event: DragEvent) {
      setIsOver(false)
      if (!carriesChats(event)) return
      event.preventDefault()
      onChats(JSON.parse(event.dataTransfer.getData(TYPE)) as string[])
    },
  }
  return { isOver, place }
}
