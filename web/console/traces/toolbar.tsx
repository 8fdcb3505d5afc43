import { ChevronsDownUp, ChevronsUpDown, CircleX, Minus, Plus, RotateCcw } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { traces } from './messages.ts'

export interface ToolbarProps {
  wanted: string
  onSearch(text: string): void
  /** How many steps were found; null while nobody searches. */
  found: number | null
  failures: number
  onNextFailure(): void
  isZoomed: boolean
  onZoom(factor: number | null): void
  isFolded: boolean
  onFold(all: boolean): void
}

/** What helps to find one's way in a trace of many steps. */
export function Toolbar(props: ToolbarProps) {
  const { wanted, onSearch, found, failures, onNextFailure, isZoomed, onZoom, isFolded, onFold } = props
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="sr-only">
        {traces.search}
      </label>
      <input
        id={id}
        type="search"
        value={wanted}
        placeholder={traces.search}
        autoComplete="off"
        spellCheck={false}
        className="min-h-hit w-full rounded-m border border-line-strong bg-raised px-3 text-14 placeholder:text-faint sm:w-64"
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      {found !== null && (
        <span role="status" className="text-13 text-muted tabular-nums">
          {traces.found(found)}
        </span>
      )}
      {failures > 0 && (
        <Button look="quiet" icon={<CircleX aria-hidden className="text-danger" />} onClick={onNextFailure}>
          {traces.nextError(failures)}
        </Button>
      )}
      <span className="ms-auto flex items-center gap-1">
        <Button
          look="quiet"
          icon={isFolded ? <ChevronsUpDown aria-hidden /> : <ChevronsDownUp aria-hidden />}
          onClick={() => onFold(!isFolded)}
        >
          {isFolded ? traces.unfoldAll : traces.foldAll}
        </Button>
        <IconButton label={traces.zoomOut} disabled={!isZoomed} onClick={() => onZoom(0.5)}>
          <Minus aria-hidden />
        </IconButton>
        <IconButton label={traces.zoomIn} onClick={() => onZoom(2)}>
          <Plus aria-hidden />
        </IconButton>
        <IconButton label={traces.zoomWhole} disabled={!isZoomed} onClick={() => onZoom(null)}>
          <RotateCcw aria-hidden />
        </IconButton>
      </span>
    </div>
  )
}
