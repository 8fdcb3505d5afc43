import { useState } from 'react'
import type { ArtifactView } from '#features/artifacts/schema.ts'
import { contentAddress } from '../../../ui/artifacts/addresses.ts'
import { KindIcon } from '../../../ui/artifacts/kind-icon.tsx'

/** A picture of up to so many bytes is shown itself: a page of fifty stays small. */
const MOST_BYTES = 200_000

/** A file's preview, if it is cheap and runs nothing: small pictures, and an icon for all other kinds. */
export function Thumbnail({ artifact: { id, version, preview, size } }: { artifact: ArtifactView }) {
  const [isBroken, setBroken] = useState(false)
  if (preview !== 'image' || size > MOST_BYTES || isBroken) return <KindIcon kind={preview} />
  return (
    <img
      src={contentAddress(id, version)}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
      className="size-8 shrink-0 rounded-m bg-sunken object-cover"
    />
  )
}
