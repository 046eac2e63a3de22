//! Where events go.

/// Takes events as they happen. The engine never reads back.
pub trait Sink<E> {
    fn event(&mut self, event: &E);
}

/// Drops everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Null;

impl<E> Sink<E> for Null {
    fn event(&mut self, _event: &E) {}
}

/// Keeps everything, for tests and stories.
impl<E: Clone> Sink<E> for Vec<E> {
    fn event(&mut self, event: &E) {
        self.push(event.clone());
    }
}

/// Hands every event to both.
#[derive(Debug)]
pub struct Both<A, B>(pub A, pub B);

impl<E, A: Sink<E>, B: Sink<E>> Sink<E> for Both<A, B> {
    fn event(&mut self, event: &E) {
        self.0.event(event);
        self.1.event(event);
    }
}

impl<E, S: Sink<E> + ?Sized> Sink<E> for &mut S {
    fn event(&mut self, event: &E) {
        (**self).event(event);
    }
}
