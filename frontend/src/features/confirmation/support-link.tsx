/** Writing to support, with the subject already there. */
import { Button, type ButtonProps } from '@/components/ui/button'
import { site } from '@/lib/site'

interface SupportLinkProps extends Pick<ButtonProps, 'size' | 'variant'> {
  subject: string
}

export function SupportLink({ subject, size = 'lg', variant = 'outline' }: SupportLinkProps) {
  return (
    <Button asChild size={size} variant={variant}>
      <a href={`mailto:${site.supportEmail}?subject=${encodeURIComponent(subject)}`}>
        Contact Support
      </a>
    </Button>
  )
}
