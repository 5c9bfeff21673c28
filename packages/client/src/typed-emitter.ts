import { EventEmitter } from 'eventemitter3'

/** What an object of events looks like: the arguments of its listeners by the name of the event. */
export type EventArguments<Events> = { readonly [Event in keyof Events]: readonly unknown[] }

/** The side of an emitter that its listeners see. */
export interface TypedEventSource<Events extends EventArguments<Events>> {
  /** Calls `listener` at every `event`, after the listeners that were added before it. */
  on<Event extends keyof Events & string>(event: Event, listener: (...args: Events[Event]) => void): this
  /** Calls `listener` at the next `event` only. */
  once<Event extends keyof Events & string>(event: Event, listener: (...args: Events[Event]) => void): this
  /** Removes the listener; where it was added several times, the last of them. */
  off<Event extends keyof Events & string>(event: Event, listener: (...args: Events[Event]) => void): this
}

/** Options for {@link TypedEmitter}. */
export interface TypedEmitterOptions<Events> {
  /** Called with what a listener throws, or rejects with where it returns a promise. */
  readonly onListenerError: (error: unknown, event: keyof Events & string) => void
}

/**
 * An emitter with typed events. Listeners are called one after the other, where the event is emitted; one that throws
 * stops neither the others nor the emitter.
 */
export class TypedEmitter<Events extends EventArguments<Events>> implements TypedEventSource<Events> {
  readonly #emitter = new EventEmitter<string>()
  readonly #onListenerError: TypedEmitterOptions<Events>['onListenerError']

  constructor({ onListenerError }: TypedEmitterOptions<Events>) {
    this.#onListenerError = onListenerError
  }

  on<Event extends keyof Events & string>(event: Event, listener: (...args: Events[Event]) => void): this {
    this.#emitter.on(event, this.#guard(event, listener))
    return this
  }

  once<Event extends keyof Events & string>(event: Event, listener: (...args: Events[Event]) => void): this {
    this.#emitter.once(event, this.#guard(event, listener))
    return this
  }

  off<Event extends keyof Events & string>(event: Event, listener: (...args: Events[Event]) => void): this {
    const added = this.#emitter.listeners(event).findLast((guard) => 'listener' in guard && guard.listener === listener)
    if (added !== undefined) this.#emitter.off(event, added)
    return this
  }

  /** True if an event has listeners: what it carries need not be made otherwise. */
  has<Event extends keyof Events & string>(event: Event): boolean {
    return this.#emitter.listenerCount(event) > 0
  }

  /** Calls the listeners of an event. False where it has none. */
  emit<Event extends keyof Events & string>(event: Event, ...args: Events[Event]): boolean {
    return this.#emitter.emit(event, ...args)
  }

  #guard<Event extends keyof Events & string>(
    event: Event,
    listener: (...args: Events[Event]) => unknown,
  ): (...args: Events[Event]) => void {
    const guard = (...args: Events[Event]): void => {
      try {
        const result = listener(...args)
        if (result instanceof Promise) result.catch((error: unknown) => this.#onListenerError(error, event))
      } catch (error) {
        this.#onListenerError(error, event)
      }
    }
    return Object.assign(guard, { listener })
  }
}
