/** Where a list is searched; `/` leads here from anywhere on the page. */
import { Search } from 'lucide-react'
import { Input } from '@/components/ui/input'
import { cn } from '@/lib/cn'

/** The server takes no more. */
const SEARCH_LIMIT = 100

interface SearchFieldProps {
  label: string
  placeholder: string
  text: string
  onTextChange: (text: string) => void
  className?: string
}

export function SearchField({
  label,
  placeholder,
  text,
  onTextChange,
  className,
}: SearchFieldProps) {
  return (
    <div className={cn('relative min-w-48 flex-1 md:min-w-40 md:max-w-80', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        className="pl-9 text-ellipsis md:h-10 md:text-[0.9375rem]"
        maxLength={SEARCH_LIMIT}
        value={text}
        onChange={(event) => onTextChange(event.target.value)}
      />
    </div>
  )
}
