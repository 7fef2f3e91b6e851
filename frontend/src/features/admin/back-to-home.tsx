/** The way out of every screen of the gate. */
import { Link } from 'react-router'
import { Button, type ButtonProps } from '@/components/ui/button'

export function BackToHome({ variant }: Pick<ButtonProps, 'variant'>) {
  return (
    <Button asChild size="lg" variant={variant}>
      <Link to="/">Back to Home</Link>
    </Button>
  )
}
