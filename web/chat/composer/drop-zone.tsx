import { Paperclip } from 'lucide-react'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { composer as texts } from './messages.ts'
import { filesIn, textIn } from './transfer.ts'

export interface DropZoneProps {
  disabled: boolean
  onFiles(files: readonly File[]): void
  onText(text: string): void
  children: ReactNode
}

export function DropZone({ disabled, onFiles, onText, children }: DropZoneProps) {
  const [over, setOver] = useState(false)
  // `dragleave` of the parent follows `dragenter` of a child, so the code counts both.
  const depth = useRef(0)
  const carriesFiles = (event: DragEvent) => !disabled && event.dataTransfer.types.includes('Files')
  const leave = () => {
    depth.current = 0
    setOver(false)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="relative flex min-h-0 flex-1 flex-col"
      onDragEnter={(event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        depth.current += 1
        setOver(true)
      }}
      onDragOver={(event) => carriesFiles(event) && event.preventDefault()}
      onDragLeave={(event) => {
        if (!carriesFiles(event)) return
        depth.current -= 1
        if (depth.current <= 0) leave()
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        leave()
        const files = filesIn(event.dataTransfer)
        if (files.length > 0) onFiles(files)
        else onText(textIn(event.dataTransfer))
      }}
    >
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-2 z-30 flex animate-appear items-center justify-center gap-2 rounded-l border-2 border-dashed border-accent-text bg-raised/90 text-16 font-medium">
          <Paperclip aria-hidden className="size-5 text-accent-text" />
          {texts.drop}
        </div>
      )}
    </div>
  )
}
