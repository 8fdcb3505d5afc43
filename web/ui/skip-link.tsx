export const SkipLink = ({ to, children }: { to: string; children: string }) => (
  <a
    href={`#${to}`}
    className="fixed start-2 top-2 z-50 -translate-y-16 rounded-m bg-accent px-3 py-2 text-14 text-on-accent focus:translate-y-0"
  >
    {children}
  </a>
)
