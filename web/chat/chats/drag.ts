import { useState, type DragEvent } from 'react'

const TYPE = 'application/x-hub-chats'

export const draggedChats = (ids: readonly string[]) => ({
  onDragStart({ dataTransfer }: DragEvent) {
    dataTransfer.setData(TYPE, JSON.stringify(ids))
    dataTransfer.effectAllowed = 'all'
  },
})

const carriesChats = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(TYPE)

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
