"""Every exact figure that the house ships: made, looked up, checked, published elsewhere."""
