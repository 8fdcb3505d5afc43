export const Bubble = ({ text }: { text: string }) => (
  <div
    dir="auto"
    className="max-w-[85%] rounded-xl rounded-ee-s bg-bubble px-4 py-2.5 text-16 leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
  >
    {text}
  </div>
)
