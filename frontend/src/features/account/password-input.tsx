/** A password that can be looked at while it is typed. */
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'

interface PasswordInputProps extends Omit<ComponentProps<typeof Input>, 'type'> {
  /** Tells the browser's password manager which one this is. */
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordInput(props: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <Input
        {...props}
        type={shown ? 'text' : 'password'}
        className="pr-12"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button
        variant="ghost"
        size="sm"
        icon
        aria-label={shown ? 'Hide password' : 'Show password'}
        className="absolute top-1 right-1 rounded-md text-muted-foreground"
        onClick={() => setShown(!shown)}
      >
        <Icon aria-hidden />
      </Button>
    </div>
  )
}
