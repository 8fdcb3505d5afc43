/** A person's first letter in a circle. Decoration: the name is beside it. */
export const Initial = ({ name }: { name: string }) => (
  <span
    aria-hidden
    className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft text-12 font-semibold text-accent-text"
  >
    {[...name.trim()][0]?.toUpperCase() ?? '?'}
  </span>
)
