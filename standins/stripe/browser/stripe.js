/**
 * Stripe.js as far as we use it: the same calls, a card frame of another origin, and the real
 * flow. The card's digits stay inside the frame, which talks to the API itself.
 * For development and tests only; it refuses live keys.
 */
;(() => {
  const source = new URL(document.currentScript.src)
  const base = source.href.replace(/\/(v3\/?|[a-z0-9]+\/stripe\.js)(\?.*)?$/, '')
  const atStripe = source.hostname === 'js.stripe.com'
  const apiBase = atStripe ? 'https://api.stripe.com/v1' : `${base}/v1`
  const frameOrigin = new URL(base).origin
  const secretForm = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/
  const offline =
    'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.'
  let frames = 0

  class IntegrationError extends Error {
    name = 'IntegrationError'
  }

  const intentOf = (clientSecret, where) => {
    const found = secretForm.exec(clientSecret ?? '')
    if (found) return found[1]
    throw new IntegrationError(
      `Invalid value for ${where}: clientSecret should be a client secret of the form \${id}_secret_\${secret}. You specified: ${clientSecret}.`,
    )
  }

  /** Nested objects as Stripe's form encoding has them: `a[b]=c`. */
  const encode = (values, prefix = '', out = new URLSearchParams()) => {
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined || value === null) continue
      const full = prefix ? `${prefix}[${name}]` : name
      if (typeof value === 'object') encode(value, full, out)
      else out.append(full, value)
    }
    return out
  }

  const call = async (method, path, values) => {
    const form = encode(values)
    try {
      const answer =
        method === 'GET'
          ? await fetch(`${apiBase}/${path}?${form}`)
          : await fetch(`${apiBase}/${path}`, { method, body: form })
      return await answer.json()
    } catch {
      return { error: { type: 'api_connection_error', message: offline } }
    }
  }

  class StripeElement {
    #listeners = new Map()
    #waiting = new Map()
    #asked = 0
    #frame = null
    #host = null
    #ready = false
    #destroyed = false

    constructor(type, options, group) {
      this.type = type
      this.options = options ?? {}
      this.group = group
      this.id = `__privateStripeFrame${++frames}`
    }

    on(event, listener) {
      if (!this.#listeners.has(event)) this.#listeners.set(event, new Set())
      this.#listeners.get(event).add(listener)
      // React attaches its listeners an effect later than it mounts.
      if (event === 'ready' && this.#ready) queueMicrotask(() => listener({ elementType: this.type }))
      return this
    }

    once(event, listener) {
      const first = (payload) => {
        this.off(event, first)
        listener(payload)
      }
      return this.on(event, first)
    }

    off(event, listener) {
      if (listener) this.#listeners.get(event)?.delete(listener)
      else this.#listeners.delete(event)
      return this
    }

    emit(event, payload = {}) {
      for (const listener of [...(this.#listeners.get(event) ?? [])])
        listener({ elementType: this.type, ...payload })
    }

    get mounted() {
      return this.#frame !== null
    }

    mount(target) {
      if (this.#destroyed)
        throw new IntegrationError('This Element has already been destroyed. Please create a new one.')
      const host = typeof target === 'string' ? document.querySelector(target) : target
      if (!host)
        throw new IntegrationError(
          `The selector you specified (${target}) applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mount().`,
        )
      if (this.#frame) this.unmount()
      const box = document.createElement('div')
      box.className = '__PrivateStripeElement'
      const frame = document.createElement('iframe')
      frame.name = this.id
      frame.title = 'Secure payment input frame'
      frame.allow = 'payment *'
      frame.style.cssText = 'border:0;width:100%;height:0;display:block;color-scheme:normal'
      const setup = {
        id: this.id,
        parent: location.origin,
        api: apiBase,
        key: this.group.key,
        appearance: this.group.options.appearance,
        defaults: this.options.defaultValues?.billingDetails,
      }
      frame.src = `${base}/elements.html#${encodeURIComponent(JSON.stringify(setup))}`
      box.append(frame)
      host.append(box)
      host.classList.add('StripeElement', 'StripeElement--empty')
      this.#frame = frame
      this.#host = host
      addEventListener('message', this.#hear)
      queueMicrotask(() => this.emit('loaderstart'))
    }

    #hear = ({ source: from, origin, data }) => {
      if (from !== this.#frame?.contentWindow || origin !== frameOrigin) return
      if (data?.frame !== this.id) return
      if (data.kind === 'loaded') this.#loaded()
      if (data.kind === 'height') this.#frame.style.height = `${data.height}px`
      if (data.kind === 'change') {
        this.#host.classList.toggle('StripeElement--empty', data.empty)
        this.#host.classList.toggle('StripeElement--complete', data.complete)
        const { empty, complete, type } = data
        this.emit('change', { empty, complete, collapsed: false, value: { type } })
      }
      if (['focus', 'blur', 'escape'].includes(data.kind)) {
        this.#host.classList.toggle('StripeElement--focus', data.kind === 'focus')
        this.emit(data.kind)
      }
      if (data.kind === 'reply') {
        this.#waiting.get(data.number)?.(data.body)
        this.#waiting.delete(data.number)
      }
    }

    async #loaded() {
      const { error, types } = await this.group.load()
      if (!this.#frame) return
      if (error) return this.emit('loaderror', { error })
      await this.ask('offer', { types, wallets: this.options.wallets })
      if (!this.#frame) return
      this.#ready = true
      this.emit('ready')
    }

    /** Ask the frame something; it answers once. */
    ask(kind, more = {}) {
      if (!this.#frame) throw new IntegrationError('This Element is not mounted.')
      const number = ++this.#asked
      return new Promise((resolve) => {
        this.#waiting.set(number, resolve)
        this.#frame.contentWindow.postMessage({ frame: this.id, kind, number, ...more }, frameOrigin)
      })
    }

    update(options) {
      Object.assign(this.options, options)
    }

    focus() {
      if (this.#ready) this.ask('focus')
    }

    blur() {
      this.#frame?.blur()
    }

    clear() {
      if (this.#ready) this.ask('clear')
    }

    collapse() {}

    unmount() {
      this.#frame?.parentNode?.remove()
      this.#host?.classList.remove(
        'StripeElement',
        'StripeElement--empty',
        'StripeElement--complete',
        'StripeElement--focus',
      )
      removeEventListener('message', this.#hear)
      this.#frame = null
      this.#ready = false
    }

    destroy() {
      if (this.#destroyed) throw new IntegrationError('This Element has already been destroyed.')
      this.unmount()
      this.#destroyed = true
      this.group.forget(this)
    }
  }

  class StripeElements {
    #elements = new Map()

    constructor(key, options = {}) {
      this.key = key
      this.options = { ...options }
      if (options.clientSecret) intentOf(options.clientSecret, 'elements()')
    }

    create(type, options) {
      if (type !== 'payment')
        throw new IntegrationError(`The stand-in has no ${type} Element: only payment.`)
      if (!this.options.clientSecret && !this.options.mode)
        throw new IntegrationError(
          'In order to create a payment element, you must pass a clientSecret or mode when creating the Elements group.',
        )
      if (this.#elements.has(type))
        throw new IntegrationError(`Can only create one Element of type ${type} for this Elements group.`)
      const element = new StripeElement(type, options, this)
      this.#elements.set(type, element)
      return element
    }

    getElement(type) {
      return this.#elements.get(typeof type === 'string' ? type : type?.__elementType) ?? null
    }

    forget(element) {
      this.#elements.delete(element.type)
    }

    update(options) {
      Object.assign(this.options, options)
      const element = this.getElement('payment')
      if (options.appearance && element?.mounted)
        element.ask('appearance', { appearance: options.appearance })
    }

    /** The ways to pay, or why this group cannot take a payment. */
    async load() {
      const { clientSecret } = this.options
      if (!clientSecret) return { types: ['card'] }
      const intent = await call('GET', `payment_intents/${intentOf(clientSecret, 'elements()')}`, {
        key: this.key,
        client_secret: clientSecret,
      })
      if (intent.error) return { error: intent.error }
      if (['succeeded', 'canceled', 'requires_capture'].includes(intent.status)) {
        const error = {
          type: 'invalid_request_error',
          code: 'payment_intent_unexpected_state',
          message: `This PaymentIntent is in a terminal state and cannot be used to initialize Elements. (${intent.status})`,
        }
        return { error }
      }
      return { types: intent.payment_method_types }
    }

    async fetchUpdates() {
      const { error } = await this.load()
      return error ? { error } : {}
    }

    async submit() {
      const element = this.getElement('payment')
      if (!element) throw new IntegrationError('elements.submit(): create a payment Element first.')
      const { error, type } = await element.ask('validate')
      if (error) return { error }
      // A wallet opens its own sheet now, while the press of the button still counts.
      if (type === 'google_pay' && (await showOver('wallet', 'Google Pay', {})).outcome !== 'pay')
        return { error: { type: 'validation_error', code: 'incomplete_payment_details', message: 'Google Pay was closed.' } }
      return { selectedPaymentMethod: type }
    }
  }

  /** A page over ours, until one of its buttons was pressed. */
  const showOver = (page, title, query) =>
    new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.name = `__privateStripeFrame${++frames}`
      frame.title = title
      frame.src = `${base}/${page}.html?${new URLSearchParams({ ...query, parent: location.origin })}`
      frame.style.cssText =
        'position:fixed;inset:0;width:100%;height:100%;border:0;z-index:2147483647;color-scheme:normal'
      const hear = ({ source: from, origin, data }) => {
        if (from !== frame.contentWindow || origin !== frameOrigin) return
        if (data?.kind !== 'challenged' && data?.kind !== 'wallet') return
        removeEventListener('message', hear)
        frame.remove()
        resolve(data)
      }
      addEventListener('message', hear)
      document.body.append(frame)
      frame.focus()
    })

  const showChallenge = (clientSecret) =>
    showOver('challenge', 'Stripe 3D Secure challenge', {
      payment_intent: intentOf(clientSecret, 'handleNextAction()'),
      client_secret: clientSecret,
    })

  const never = () => new Promise(() => {})

  const Stripe = (key) => {
    if (typeof key !== 'string' || key === '')
      throw new IntegrationError('Please call Stripe() with your publishable key. You used an empty string.')
    if (!key.startsWith('pk_'))
      throw new IntegrationError(
        'You should not use your secret key with Stripe.js. Please pass a publishable key instead.',
      )
    if (!key.startsWith('pk_test_'))
      throw new IntegrationError('This is a stand-in for Stripe.js: it takes test keys only.')

    const retrieve = (clientSecret) =>
      call('GET', `payment_intents/${intentOf(clientSecret, 'retrievePaymentIntent()')}`, {
        key,
        client_secret: clientSecret,
      })

    const outcome = (intent) => {
      if (intent.error) return { error: intent.error }
      if (intent.status === 'requires_payment_method' && intent.last_payment_error)
        return { error: { ...intent.last_payment_error, payment_intent: intent } }
      return { paymentIntent: intent }
    }

    const act = async (intent, clientSecret) => {
      if (intent.error || intent.status !== 'requires_action') return outcome(intent)
      if (intent.next_action.type === 'redirect_to_url') {
        location.assign(intent.next_action.redirect_to_url.url)
        return never()
      }
      await showChallenge(clientSecret)
      return outcome(await retrieve(clientSecret))
    }

    const confirmPayment = async ({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) => {
      const secret = clientSecret ?? elements?.options.clientSecret
      const id = intentOf(secret, 'stripe.confirmPayment()')
      if (redirect === 'always' && !confirmParams.return_url)
        throw new IntegrationError(
          'stripe.confirmPayment(): the `confirmParams.return_url` parameter is required unless `redirect` is "if_required".',
        )
      const element = elements?.getElement('payment')
      if (elements && !element?.mounted)
        throw new IntegrationError(
          'Invalid value for stripe.confirmPayment(): elements should have a mounted Payment Element or Express Checkout Element.',
        )
      // Whoever keeps a field out of the form must hand its value over here.
      const billing = confirmParams.payment_method_data?.billing_details ?? {}
      for (const [field, asked] of Object.entries(element?.options.fields?.billingDetails ?? {}))
        if (asked === 'never' && !billing[field])
          throw new IntegrationError(
            `You specified "never" for fields.billing_details.${field} when creating the payment Element, but did not pass confirmParams.payment_method_data.billing_details.${field} when calling stripe.confirmPayment().`,
          )
      const values = { ...confirmParams, client_secret: secret, use_stripe_sdk: true }
      const intent = element
        ? await element.ask('confirm', { intent: id, values })
        : await call('POST', `payment_intents/${id}/confirm`, { ...values, key })
      const result = await act(intent, secret)
      if (result.error || redirect === 'if_required') return result
      const back = new URL(confirmParams.return_url)
      back.searchParams.set('payment_intent', id)
      back.searchParams.set('payment_intent_client_secret', secret)
      back.searchParams.set('redirect_status', 'succeeded')
      location.assign(back)
      return never()
    }

    const absent = (name) => () =>
      Promise.reject(new IntegrationError(`The stand-in for Stripe.js has no ${name}().`))

    return {
      elements: (options) => new StripeElements(key, options),
      confirmPayment,
      retrievePaymentIntent: async (clientSecret) => {
        const intent = await retrieve(clientSecret)
        return intent.error ? { error: intent.error } : { paymentIntent: intent }
      },
      handleNextAction: async ({ clientSecret }) => act(await retrieve(clientSecret), clientSecret),
      confirmCardPayment: absent('confirmCardPayment'),
      createToken: absent('createToken'),
      createPaymentMethod: absent('createPaymentMethod'),
      registerAppInfo() {},
      _registerWrapper() {},
    }
  }

  Stripe.version = 'endive'
  window.Stripe = Stripe
})()
