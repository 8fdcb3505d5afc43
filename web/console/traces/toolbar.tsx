import { ChevronsDownUp, ChevronsUpDown, CircleX, Minus, Plus, RotateCcw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { FindField } from '../../ui/find-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { traces } from './messages.ts'

export interface ToolbarProps {
  wanted: string
  onSearch(text: string): void
  found: number | null
  failures: number
  onNextFailure(): void
  isZoomed: boolean
  onZoom(factor: number | null): void
  isFolded: boolean
  onFold(all: boolean): void
}

export function Toolbar(props: ToolbarProps) {
  const { wanted, onSearch, found, failures, onNextFailure, isZoomed, onZoom, isFolded, onFold } = props
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FindField label={traces.search} value={wanted} onSearch={onSearch} className="sm:w-72" />
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
